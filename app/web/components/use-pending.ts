import { useNavigation } from 'react-router'

/** Whether a form is being sent to an address. */
export function usePending(address: string): boolean {
  const { state, formAction } = useNavigation()
  return state === 'submitting' && formAction === address
}
