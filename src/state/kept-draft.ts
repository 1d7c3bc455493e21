import { useEffect, useState } from 'react';
import { type KeptDraft, NOT_KEPT, takeDraft } from '../platform/kept-draft.ts';
import { useReplica } from './replica.tsx';

/** The kept draft of a form, from when its place was found until the form is closed; undefined before that. */
export function useKeptDraft(form: 'sale'): KeptDraft | undefined {
  const { database } = useReplica();
  const [kept, setKept] = useState<KeptDraft>();
  useEffect(() => {
    const closing = new AbortController();
    let taken: KeptDraft | null = null;
    void takeDraft({ database, locks: navigator.locks, tab: sessionStorage }, form, closing.signal)
      // A device that cannot be read says so elsewhere; the form can be filled in all the same.
      .catch(() => NOT_KEPT)
      .then((draft) => {
        taken = draft;
        if (closing.signal.aborted) draft?.close();
        else if (draft) setKept(draft);
      });
    // A phone ends pages that nobody sees without another word.
    const flush = () => taken?.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    // Before a reload there is just time enough: what is written while the page goes is given up with it.
    window.addEventListener('beforeunload', flush);
    return () => {
      closing.abort();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('beforeunload', flush);
      taken?.close();
    };
  }, [database, form]);
  return kept;
}
