      rx -= m->a[l]*zx[l];
      ry -= m->a[l]*zy[l];
