// The default theme with the fonts of the reader's own system: nothing is loaded from
// elsewhere.
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h, onMounted } from 'vue'
import said from '../../../docs/pictures/said.svg'
import Diagram from './Diagram.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, {
    'home-hero-image': () => h('img', { src: said, alt: 'audit lists three sessions. The tests of two failed, and an agent that says that all tests pass is stopped.' }),
  }),
  setup: () => onMounted(() => document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLImageElement && target.matches('.vp-doc img')) location.assign(target.src)
  })),
  enhanceApp: ({ app }) => {
    app.component('Diagram', Diagram)
  },
} satisfies Theme
