import { useState, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { joinClasses } from './join-classes.ts'
import { useHydrated } from './use-hydrated.ts'

type ReceiptRow = {
  label: ReactNode
  value: ReactNode
  /** The text that a copy button puts on the clipboard. */
  copy?: string
}

type ReceiptProps = {
  rows: ReceiptRow[]
  total?: ReceiptRow
  /** Long values continue on the next line. */
  wrap?: boolean
}

/** Facts as pairs of label and value; put a `Card` around it where it is on its own. */
export function Receipt({ rows, total, wrap = false }: ReceiptProps) {
  return (
    <dl className={joinClasses('receipt', wrap && 'receipt-wrap')}>
      {rows.map((row, index) => (
        <div key={index}>
          <dt>{row.label}</dt>
          <dd className="money" translate="no">
            {row.value}
            {row.copy && (
              <CopyButton
                text={row.copy}
                label={`Copy ${typeof row.label === 'string' ? row.label.toLowerCase() : ''}`}
              />
            )}
          </dd>
        </div>
      ))}
      {total && (
        <div className="receipt-total">
          <dt>{total.label}</dt>
          <dd className="money" translate="no">
            {total.value}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Copies a text. It keeps its space but stays hidden until script is loaded. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-icon copy-button"
        data-ready={hydrated}
        aria-label={label}
        onClick={() => void copy()}
      >
        <Icon name={copied ? 'check' : 'copy'} size={20} />
      </button>
      <output className="visually-hidden">{copied ? 'Copied' : ''}</output>
    </>
  )
}
