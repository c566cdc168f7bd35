import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './exchange.css?inline'

adoptStyles(styles)
