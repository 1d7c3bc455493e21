import { useEffect, useState } from 'react';
import { pageLife } from '../platform/engine/page-life.ts';
import { type KeptDraft, NOT_KEPT, takeDraft } from '../platform/draft/kept-draft.ts';
import { tabMemory } from '../platform/tab-memory.ts';
import { useReplica } from './replica.tsx';

/** The kept draft of a form, from when its place was found until the form is closed; undefined before that. */
export function useKeptDraft(form: 'sale'): KeptDraft | undefined {
  const { database } = useReplica();
  const [kept, setKept] = useState<KeptDraft>();
  useEffect(() => {
    const closing = new AbortController();
    let taken: KeptDraft | null = null;
    const take = async () => {
      const draft = await takeDraft({ database, locks: navigator.locks, tab: tabMemory }, form, closing.signal)
        // A device that cannot be read says so elsewhere; the form can be filled in all the same.
        .catch(() => NOT_KEPT);
      taken = draft;
      if (closing.signal.aborted) draft?.close();
      else if (draft) setKept(draft);
    };
    const comeBack = async () => {
      const before = taken;
      if (before === null || (await before.comeBack()) || taken !== before) return;
      before.close();
      // The form of it goes, and another takes its place.
      setKept(undefined);
      await take();
    };
    void take();
    const stopThawing = pageLife.onThaw(() => void comeBack());
    // A phone ends pages that nobody sees without another word.
    const flush = () => taken?.flush();
    document.addEventListener('visibilitychange', flush);
    const leave = () => taken?.leave();
    window.addEventListener('pagehide', leave);
    // Before a reload there is just time enough: what is written while the page goes is given up with it.
    window.addEventListener('beforeunload', flush);
    return () => {
      closing.abort();
      stopThawing();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('beforeunload', flush);
      taken?.close();
    };
  }, [database, form]);
  return kept;
}
