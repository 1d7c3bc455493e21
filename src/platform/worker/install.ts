import { create } from 'zustand';

/** The browser's offer to install the app (Chromium's `beforeinstallprompt`, which TypeScript's library lacks). */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's offer to install the app; null if there is none, or if it was used. */
export const useInstallOffer = create<{ offer: (() => Promise<void>) | null }>()(() => ({ offer: null }));

/** Stores the browser's offer until the person asks for it. Returns a function that stops it. */
export function watchInstallOffer(window: Window): () => void {
  const keepOffer = (event: Event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    const offer = async () => {
      // An offer can be used only once, whatever the person decides.
      useInstallOffer.setState({ offer: null });
      await event.prompt();
    };
    useInstallOffer.setState({ offer });
  };
  const forgetOffer = () => useInstallOffer.setState({ offer: null });
  window.addEventListener('beforeinstallprompt', keepOffer);
  window.addEventListener('appinstalled', forgetOffer);
  return () => {
    window.removeEventListener('beforeinstallprompt', keepOffer);
    window.removeEventListener('appinstalled', forgetOffer);
  };
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}
