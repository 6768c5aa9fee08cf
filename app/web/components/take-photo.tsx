import { buttonClassName } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

type Props = { onFile: (file: File) => void }

/** Opens the phone's camera on the side of the screen; on a computer it chooses a file. */
export function TakeSelfie({ onFile }: Props) {
  return <TakePhoto camera="user" label="Take a selfie" onFile={onFile} />
}

/** Opens the phone's camera on the back. */
export function TakePhotoOfPaper({ onFile }: Props) {
  return <TakePhoto camera="environment" label="Take a photo" onFile={onFile} />
}

function TakePhoto({ camera, label, onFile }: Props & { camera: 'user' | 'environment'; label: string }) {
  return (
    <label className="file-button">
      <span className={buttonClassName({})}>
        <Icon name="camera" size={20} />
        <span className="button-label">{label}</span>
      </span>
      <input
        type="file"
        accept="image/*"
        capture={camera}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          // Taking another one must fire a change event too.
          event.target.value = ''
        }}
      />
    </label>
  )
}
