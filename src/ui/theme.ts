import {
  createTheme,
  type ActionIconFactory,
  type BadgeFactory,
  type ButtonFactory,
  type CardFactory,
  type CloseButtonFactory,
  type CSSVariablesResolver,
  type ExtendComponent,
  type FactoryPayload,
  type InputFactory,
  type InputWrapperFactory,
  type MantineColorsTuple,
  type MenuFactory,
  type ModalFactory,
  type NavLinkFactory,
  type PopoverFactory,
  type ScrollAreaFactory,
  type SegmentedControlFactory,
} from '@mantine/core';

/** The smallest side of a touch target, in px. */
export const TOUCH_TARGET = 44;

/** The shell's one column. */
export const COLUMN_WIDTH = 640;

// A deep green like a painted shop counter. White on shade 7 has contrast 6.1, on shade 6 4.6; shade 4 on the dark
// page 5.9.
const kaunta: MantineColorsTuple = [
  '#e7f6f2',
  '#cfece4',
  '#a1d8ca',
  '#6fc3af',
  '#45b098',
  '#229d85',
  '#0f8570',
  '#0b6f5d',
  '#09594b',
  '#064239',
];

// Only the types are imported: the components themselves would all become part of the first load.
type Of<Factory extends FactoryPayload> = ExtendComponent<Factory>;

const inRem = (px: number): string => `${px / 16}rem`;

// Layers close without an animation: one that is still closing would count for Back (layer/layer-history.ts).
const GOES_AT_ONCE = { exitDuration: 0 } as const;

export const theme = createTheme({
  colors: { kaunta },
  primaryColor: 'kaunta',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650', textWrap: 'balance' },
  components: {
    ActionIcon: {
      defaultProps: { size: TOUCH_TARGET, variant: 'subtle', color: 'gray' },
    } satisfies Of<ActionIconFactory>,
    // Capitals would change fixed texts such as 'Pending sync'.
    Badge: {
      defaultProps: { variant: 'light', size: 'lg', radius: 'sm', tt: 'none', fw: 600 },
    } satisfies Of<BadgeFactory>,
    Button: {
      defaultProps: { size: 'md' },
      // Two buttons fit side by side on the narrowest phone.
      vars: (_theme, { size }) => ({
        root: size === 'md' ? { '--button-height': inRem(TOUCH_TARGET), '--button-padding-x': inRem(14) } : {},
      }),
    } satisfies Of<ButtonFactory>,
    Card: { defaultProps: { withBorder: true, padding: 'md' } } satisfies Of<CardFactory>,
    CloseButton: { defaultProps: { size: TOUCH_TARGET, iconSize: 20 } } satisfies Of<CloseButtonFactory>,
    // Every input is built on this one. 16 px text, or iOS zooms into the field.
    Input: {
      defaultProps: { size: 'md' },
      vars: () => ({ wrapper: { '--input-height': inRem(TOUCH_TARGET) } }),
    } satisfies Of<InputFactory>,
    InputWrapper: { defaultProps: { size: 'md' } } satisfies Of<InputWrapperFactory>,
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { transition: 'fade-down', duration: 200, ...GOES_AT_ONCE },
      },
    } satisfies Of<ModalFactory>,
    Menu: { defaultProps: { transitionProps: { duration: 150, ...GOES_AT_ONCE } } } satisfies Of<MenuFactory>,
    NavLink: { defaultProps: { mih: inRem(48) } } satisfies Of<NavLinkFactory>,
    Popover: { defaultProps: { transitionProps: { duration: 150, ...GOES_AT_ONCE } } } satisfies Of<PopoverFactory>,
    // R-SHELL-18.
    ScrollArea: { defaultProps: { scrollHideDelay: 600 } } satisfies Of<ScrollAreaFactory>,
    SegmentedControl: {
      defaultProps: { size: 'md', fullWidth: true },
      vars: () => ({ root: { '--sc-padding': '0.375rem 0.875rem' } }),
    } satisfies Of<SegmentedControlFactory>,
  },
});

/** Mantine's own greys and reds for secondary, placeholder and error text miss contrast 4.5 on the page. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--k-field-edge': 'var(--mantine-color-gray-6)',
    '--k-warning-text': '#8a4b00',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-kaunta-7)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-7)',
  },
  dark: {
    '--k-field-edge': 'var(--mantine-color-dark-2)',
    '--k-warning-text': 'var(--mantine-color-yellow-4)',
    '--mantine-color-text': 'var(--mantine-color-gray-2)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-anchor': 'var(--mantine-color-kaunta-3)',
    // Mantine's own is the colour of a card, on which a disabled button has no shape.
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-1)',
  },
});
