import spriteUrl from '#app/ui/icons/sprite.svg?url'
import type { IconName } from '#app/ui/icons/names.ts'

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

/** A button with an icon; `show` changes both. */
export function iconButton(
  icon: IconName,
  label: string,
): { button: HTMLButtonElement; show: (icon: IconName, label: string) => void } {
  const button = element('button', 'player-button', { type: 'button' })
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.append(use)
  button.append(svg)
  const show = (shown: IconName, text: string): void => {
    use.setAttribute('href', `${spriteUrl}#${shown}`)
    button.setAttribute('aria-label', text)
  }
  show(icon, label)
  return { button, show }
}
