import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './import-export.css?inline'

adoptStyles(styles)
