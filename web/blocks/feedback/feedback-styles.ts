import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './feedback.css?inline'

adoptStyles(styles)
