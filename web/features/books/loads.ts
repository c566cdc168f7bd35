import type { Loads } from '../../app/route.ts'
import { loadBooks, loadBookSet } from './books.load.ts'

export const loads: Loads = { '/books': loadBooks, '/books/:year': loadBookSet }
