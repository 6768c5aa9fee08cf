import playerStylesUrl from './player.css?url'

let loaded: Promise<void> | null = null

/** Adds the styles of the controls to the page, once. Resolves when they are there, or can't be had. */
export function loadPlayerStyles(): Promise<void> {
  loaded ??= new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = playerStylesUrl
    for (const event of ['load', 'error']) link.addEventListener(event, () => resolve(), { once: true })
    document.head.append(link)
  })
  return loaded
}
