import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './offline-links.css?inline'

export const offlineMark = 'data-not-on-device'

adoptStyles(styles)
