import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './coauthors.css?inline'

adoptStyles(styles)
