import { adoptStyles } from '../../../ui/adopt-styles.ts'
import styles from './inline-comments.css?inline'

adoptStyles(styles)
