export { isWholeJpeg } from './internal/jpeg-scans.ts'
