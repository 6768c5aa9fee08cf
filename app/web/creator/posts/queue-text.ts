/** "1 of 3 sent, 604 of 1,012 KB": in MB from ten MB on. */
export function queueText({
  done,
  total,
  sent,
  of,
}: {
  done: number
  total: number
  sent: number
  of: number
}): string {
  const large = of >= 10_000_000
  const figure = (bytes: number): string =>
    large ? (bytes / 1_000_000).toFixed(1) : Math.round(bytes / 1_000).toLocaleString('en')
  return `${done} of ${total} sent, ${figure(Math.min(sent, of))} of ${figure(of)} ${large ? 'MB' : 'KB'}`
}
