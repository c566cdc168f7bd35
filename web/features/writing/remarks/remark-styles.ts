import { adoptStyles } from '../../../ui/adopt-styles.ts'
import styles from './remarks.css?inline'

adoptStyles(styles)
