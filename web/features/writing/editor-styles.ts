import { adoptStyles } from '../../ui/adopt-styles.ts'
import styles from './editor.css?inline'

/**
 * The editor's own styles come with its script, so that no reader waits for them; they stand in the
 * layers of the one sheet.
 */
adoptStyles(styles)
