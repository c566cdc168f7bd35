import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './messages.css?inline'

adoptStyles(styles)
