import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './moderation.css?inline'

adoptStyles(styles)
