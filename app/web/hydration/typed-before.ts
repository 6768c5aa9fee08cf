type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Remembers the fields that the server wrote. Where React has to make them anew, the function that is returned puts what was typed meanwhile
 * into the new ones, and the cursor.
 */
export function rememberTyped(page: HTMLElement): (page: ParentNode) => void {
  const before = fieldsOf(page)
  let focused: EventTarget | null = document.activeElement
  const enter = ({ target }: FocusEvent) => (focused = target)
  // A field that is taken out of the page loses the cursor without anybody having left it.
  const leave = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (focused === target && (target as Node).isConnected) focused = null
    })
  // On the way down: React keeps events to itself until it has its elements.
  page.addEventListener('focusin', enter, true)
  page.addEventListener('focusout', leave, true)
  return (now) => {
    page.removeEventListener('focusin', enter, true)
    page.removeEventListener('focusout', leave, true)
    if (before.every(([, field]) => field.isConnected)) return
    const after = new Map(fieldsOf(now))
    for (const [key, old] of before) {
      const field = after.get(key)
      if (!field || old.isConnected) continue
      fill(field, old)
      if (old === focused) field.focus()
    }
  }
}

/** By type, name and number: what an extension added has another name. */
function fieldsOf(page: ParentNode): [string, Field][] {
  const counts: Record<string, number> = {}
  return Array.from(page.querySelectorAll<Field>('input:not([type=hidden]),textarea,select'), (field) => {
    const kind = `${field.type} ${field.name}`
    counts[kind] = (counts[kind] ?? 0) + 1
    return [`${kind} ${counts[kind]}`, field]
  })
}

function fill(field: Field, old: Field): void {
  if (field instanceof HTMLInputElement && old instanceof HTMLInputElement) {
    if (field.checked !== old.checked) return field.click()
    if (field.type === 'checkbox' || field.type === 'radio') return
    if (field.type === 'file') {
      if (!old.files?.length) return
      field.files = old.files
    }
  }
  if (field.type !== 'file') {
    if (field.value === old.value) return
    // Past the property that React puts over it, so that it sees a change.
    Reflect.set(Object.getPrototypeOf(field) as object, 'value', old.value, field)
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}
