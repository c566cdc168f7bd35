import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './place-picker.css?inline'

adoptStyles(styles)
