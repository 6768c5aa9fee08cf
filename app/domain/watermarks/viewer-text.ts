/** What the visible mark says: who opened the photo and on which day (of Kampala, as YYYY-MM-DD). Only letters that the mark can draw. */
export function viewerText(viewer: { id: string; username: string | null; staff: boolean }, day: string): string {
  // Staff have no public name; the end of an id is the random part.
  const name = viewer.username ? `@${viewer.username}` : `id ${viewer.id.slice(-8)}`
  return `${viewer.staff ? 'staff ' : ''}${name} ${day}`
}
