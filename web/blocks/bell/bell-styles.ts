import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './bell.css?inline'

adoptStyles(styles)
