import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { IconLink } from './button.tsx'

type DialogProps = {
  title: ReactNode
  description?: ReactNode
  /** The address without the dialog. The backdrop, the cross and Esc lead there. */
  closeHref: string
  /** Closes by navigating to `closeHref` without a page load. */
  onClose?: () => void
  /** A picture or an avatar left of the title. */
  leading?: ReactNode
  children: ReactNode
}

/**
 * A dialog with its own address: a sheet on a phone, 480 px wide and centred on a wide screen. The server renders it open, over a backdrop
 * that is a link, so it works without script. Script makes it modal and lets Esc close it.
 */
export function Dialog({ title, description, closeHref, onClose, leading, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const closer = useRef<HTMLAnchorElement>(null)

  function close(event: MouseEvent) {
    if (!onClose) return
    event.preventDefault()
    onClose()
  }

  // Before the element leaves the page: then closing it gives the focus back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    element.close()
    element.showModal()
    firstToFocus(element)?.focus()
    const cancel = (event: Event) => {
      event.preventDefault()
      closer.current?.click()
    }
    const press = (event: globalThis.MouseEvent) => {
      if (event.target === element) closer.current?.click()
    }
    element.addEventListener('cancel', cancel)
    element.addEventListener('click', press)
    return () => {
      element.removeEventListener('cancel', cancel)
      element.removeEventListener('click', press)
      element.close()
    }
  }, [])

  return (
    <>
      <a className="scrim" href={closeHref} aria-label="Close" tabIndex={-1} ref={closer} onClick={close} />
      <dialog className="dialog" open ref={dialog} aria-labelledby={titleId} suppressHydrationWarning>
        <div className="dialog-inside">
          <div className="dialog-head">
            {leading}
            <div className="dialog-title">
              <h2 className="text-h2" id={titleId}>
                {title}
              </h2>
              {description && <p className="text-muted">{description}</p>}
            </div>
            <IconLink icon="x" label="Close" href={closeHref} onClick={close} />
          </div>
          {children}
        </div>
      </dialog>
    </>
  )
}

/** Focuses the error summary, else the first field; without either the browser decides. */
function firstToFocus(dialog: HTMLDialogElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('.error-summary') ??
    dialog.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')
  )
}
