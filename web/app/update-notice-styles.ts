import { adoptStyles } from '../ui/adopt-styles.ts'
import styles from './update-notice.css?inline'

adoptStyles(styles)
