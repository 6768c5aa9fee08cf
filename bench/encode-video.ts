/** Encodes a video as the product does: `node bench/encode-video.ts FILE FOLDER`. A process of its own, so that its processor time can be told. */
import { encodeStreams } from '#app/domain/media/internal/transcode.server.ts'

const [path, folder] = process.argv.slice(2)
const made = await encodeStreams(path!, folder!, { longestSeconds: 1_800, progress: () => {} })
if (!made.ok) throw new Error(made.failure)
