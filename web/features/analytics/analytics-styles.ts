import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './analytics.css?inline'

adoptStyles(styles)
