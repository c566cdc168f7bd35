import { adoptStyles } from '../ui/adopt-styles.ts'
import styles from './float.css?inline'

adoptStyles(styles)
