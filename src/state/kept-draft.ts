import { useEffect, useState } from 'react';
import { pageLife } from '../platform/engine/page-life.ts';
import { type KeptDraft, NOT_KEPT, takeDraft } from '../platform/draft/kept-draft.ts';
import { tabMemory } from '../platform/tab-memory.ts';
import { useReplica } from './replica.tsx';

/**
 * Returns the stored draft of a form, from when its place was found until the form is closed; undefined before that.
 */
export function useKeptDraft(form: 'sale'): KeptDraft | undefined {
  const { database } = useReplica();
  const [kept, setKept] = useState<KeptDraft>();
  useEffect(() => {
    const closing = new AbortController();
    let taken: KeptDraft | null = null;
    const take = async () => {
      const draft = await takeDraft({ database, locks: navigator.locks, tab: tabMemory }, form, closing.signal)
        // A device whose database cannot be read shows that elsewhere. The form can be used all the same.
        .catch(() => NOT_KEPT);
      taken = draft;
      if (closing.signal.aborted) draft?.close();
      else if (draft) setKept(draft);
    };
    const comeBack = async () => {
      const before = taken;
      if (before === null || (await before.comeBack()) || taken !== before) return;
      before.close();
      // Unmounts the form of this draft, so that a form of another draft can replace it.
      setKept(undefined);
      await take();
    };
    void take();
    const stopThawing = pageLife.onThaw(() => void comeBack());
    // A phone ends hidden pages without any further event, so write now.
    const flush = () => taken?.flush();
    document.addEventListener('visibilitychange', flush);
    const leave = () => taken?.leave();
    window.addEventListener('pagehide', leave);
    // Write before a reload begins: a write that is still running while the page unloads is aborted.
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
