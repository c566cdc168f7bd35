import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './glossary.css?inline'

adoptStyles(styles)
