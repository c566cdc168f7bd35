import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './device.css?inline'

adoptStyles(styles)
