import { adoptStyles } from '../../../ui/adopt-styles.ts'
import styles from './merged.css?inline'

adoptStyles(styles)
