import '../event.css'

/** The page of a post, with what its events part needs to be drawn. */
export { default } from './post-page.tsx'
