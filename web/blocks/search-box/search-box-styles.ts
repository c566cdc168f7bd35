import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './search-box.css?inline'

adoptStyles(styles)
