import '../../blocks/staff/staff-styles.ts'
import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './admin.css?inline'

adoptStyles(styles)
