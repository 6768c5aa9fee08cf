/** The title of a page that is nobody's but the reader's: its section and our name, nothing else. */
export function sectionTitle(
  section: string,
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { brandName?: string } | undefined
  return `${section} · ${root?.brandName ?? 'Peach'}`
}
