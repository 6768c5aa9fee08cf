import { Avatar } from '#app/ui/avatar.tsx'
import { FileButton } from '#app/ui/file-button.tsx'

type AvatarFieldProps = { name: string; src: string | null; hint: string; error?: string }

/** The own photo, or the initials, with a button that chooses another one. */
export function AvatarField({ name, src, hint, error }: AvatarFieldProps) {
  return (
    <div className="row">
      <Avatar name={name || '?'} src={src} size={80} />
      <div className="grow">
        <FileButton
          name="avatar"
          label={src ? 'Change the photo' : 'Add a photo'}
          icon="camera"
          accept="image/*"
          hint={hint}
          error={error}
        />
      </div>
    </div>
  )
}
