import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './reactions.css?inline'

adoptStyles(styles)
