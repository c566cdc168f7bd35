import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './supermod.css?inline'

adoptStyles(styles)
