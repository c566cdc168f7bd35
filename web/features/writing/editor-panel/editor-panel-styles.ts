import { adoptStyles } from '../../../ui/adopt-styles.ts'
import styles from './editor-panel.css?inline'

adoptStyles(styles)
