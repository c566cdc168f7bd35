import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './dialogue.css?inline'

adoptStyles(styles)
