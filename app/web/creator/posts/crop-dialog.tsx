import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { cropPhoto } from './crop-photo.ts'

const SHAPES = { portrait: { label: '4:5', aspect: 4 / 5 }, square: { label: '1:1', aspect: 1 } } as const
type Shape = keyof typeof SHAPES

/**
 * Chooses the part of a photo that is sent: a frame of 4:5 or 1:1 that is moved along the photo with sliders, so with keys too. The rest of
 * the photo never leaves the device. `onDone` gets null where the photo is left out.
 */
export function CropDialog({ file, onDone }: { file: File; onDone: (file: File | null) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [shape, setShape] = useState<Shape>('portrait')
  const [at, setAt] = useState({ x: 50, y: 50 })
  useEffect(() => {
    const made = URL.createObjectURL(file)
    if (picture.current) picture.current.src = made
    dialog.current?.showModal()
    return () => URL.revokeObjectURL(made)
  }, [file])
  useEffect(() => {
    // The frame is the picture's own box: what is cut off is what the box hides.
    if (picture.current) picture.current.style.objectPosition = `${at.x}% ${at.y}%`
  }, [at])
  const slider = (axis: 'x' | 'y', label: string) => (
    <label className="crop-slider">
      {label}
      <input
        type="range"
        min={0}
        max={100}
        value={at[axis]}
        onChange={(event) => setAt((before) => ({ ...before, [axis]: Number(event.target.value) }))}
      />
    </label>
  )
  async function use() {
    onDone((await cropPhoto(file, SHAPES[shape].aspect, at)) ?? file)
  }
  return (
    <dialog className="dialog crop-dialog" ref={dialog} aria-label="Crop the photo" onCancel={() => onDone(null)}>
      <div className="dialog-inside stack stack-16">
        <h2 className="text-h2">Crop the photo</h2>
        <div className="segmented" role="radiogroup" aria-label="Shape">
          {(Object.keys(SHAPES) as Shape[]).map((name) => (
            <label key={name} className="segment">
              <input type="radio" name="crop-shape" checked={shape === name} onChange={() => setShape(name)} />
              <span>{SHAPES[name].label}</span>
            </label>
          ))}
        </div>
        <img ref={picture} className={`crop-frame crop-frame-${shape}`} alt="What is sent" />
        {slider('x', 'Left to right')}
        {slider('y', 'Top to bottom')}
        <div className="composer-buttons">
          <Button type="button" onClick={() => onDone(file)}>
            Keep whole
          </Button>
          <Button type="button" variant="primary" onClick={() => void use()}>
            Use this part
          </Button>
        </div>
      </div>
    </dialog>
  )
}
