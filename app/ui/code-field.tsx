import { digitsOf } from '#app/platform/exact-text.ts'
import { useCallback, useState, type ClipboardEvent } from 'react'
import { FieldError, fieldAria, type FieldText } from './field.tsx'
import { joinClasses } from './join-classes.ts'
import { CODE_DIGITS, sendFullCode } from './send-full-code.ts'
import { useHydrated } from './use-hydrated.ts'

type CodeFieldProps = Omit<FieldText, 'hint' | 'optional'>

const cells = [0, 1, 2, 3, 4, 5]

/**
 * Six cells drawn under ONE input, so that pasting, autofill from a message and screen readers work as for any field. Without script it
 * also accepts "123 456"; with script it keeps only digits. The input is uncontrolled, so text typed before script loads stays.
 * With script the sixth digit sends its form.
 */
export function CodeField({ label, name, id, error }: CodeFieldProps) {
  const [count, setCount] = useState(0)
  const live = useHydrated()
  const own = id ?? name
  const readTyped = useCallback((input: HTMLInputElement | null) => {
    if (input) setCount(codeIn(input.value).length)
  }, [])

  function take(input: HTMLInputElement, text: string) {
    const digits = codeIn(text)
    if (input.value !== digits) input.value = digits
    setCount(digits.length)
    if (count < CODE_DIGITS) sendFullCode(input)
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault()
    take(event.currentTarget, event.clipboardData.getData('text'))
  }

  return (
    <div className="field">
      <label htmlFor={own}>{label}</label>
      {error && <FieldError id={own}>{error}</FieldError>}
      <div className={joinClasses('code-field', live && 'code-field-live', error && 'code-field-wrong')}>
        <span className="code-cells" aria-hidden="true">
          {cells.map((cell) => (
            <span
              key={cell}
              className={joinClasses('code-cell', live && cell === Math.min(count, 5) && 'code-cell-next')}
            />
          ))}
        </span>
        <input
          ref={readTyped}
          {...fieldAria({ id, name, error })}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          onInput={(event) => take(event.currentTarget, event.currentTarget.value)}
          onPaste={paste}
        />
      </div>
    </div>
  )
}

function codeIn(text: string): string {
  return digitsOf(text).slice(0, CODE_DIGITS)
}
