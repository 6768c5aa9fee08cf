import { to } from '#app/links.ts'
import { Icon } from '#app/ui/icon.tsx'

type PostFileCardProps = {
  file: { mediaId: string; kind: 'photo' | 'video'; state: 'processing' | 'ready' | 'failed'; size: string }
}

/** The stored file, as of the page load. */
export function PostFileCard({ file }: PostFileCardProps) {
  const photo = file.kind === 'photo'
  // The smallest size: enough to recognise it, and almost no data.
  return (
    <div className="upload-card">
      {photo || file.state === 'ready' ? (
        <img className="upload-thumbnail" src={to.media(file.mediaId, 'preview')} alt="" width={84} height={105} />
      ) : (
        <span className="upload-thumbnail post-file-sign">
          <Icon name={photo ? 'images' : 'video'} />
        </span>
      )}
      <div className="upload-facts">
        <b>{photo ? 'Your photo' : 'Your video'}</b>
        <p className="text-muted">{message(file)}</p>
      </div>
    </div>
  )
}

function message({ kind, state, size }: PostFileCardProps['file']): string {
  if (state === 'failed')
    return kind === 'photo' ? 'It could not be used.' : 'It could not be prepared. Choose another one.'
  if (state === 'processing') return `${size}, being prepared`
  return `${size}, ready`
}
