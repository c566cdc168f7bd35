import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './staff.css?inline'

adoptStyles(styles)
