import { adoptStyles } from '../../../ui/adopt-styles.ts'
import styles from './desk.css?inline'

adoptStyles(styles)
