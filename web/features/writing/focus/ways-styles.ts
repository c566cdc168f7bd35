import { adoptStyles } from '../../../ui/adopt-styles.ts'
import styles from './ways.css?inline'

adoptStyles(styles)
