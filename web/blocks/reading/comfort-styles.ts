import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './comforts.css?inline'

adoptStyles(styles)
