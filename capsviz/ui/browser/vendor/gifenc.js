// @ts-nocheck
/*! gifenc
The MIT License (MIT)
Copyright (c) 2017 Matt DesLauriers

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE
OR OTHER DEALINGS IN THE SOFTWARE.

*/
var E={signature:"GIF",version:"89a",trailer:59,extensionIntroducer:33,applicationExtensionLabel:255,graphicControlExtensionLabel:249,imageSeparator:44,signatureSize:3,versionSize:3,globalColorTableFlagMask:128,colorResolutionMask:112,sortFlagMask:8,globalColorTableSizeMask:7,applicationIdentifierSize:8,applicationAuthCodeSize:3,disposalMethodMask:28,userInputFlagMask:2,transparentColorFlagMask:1,localColorTableFlagMask:128,interlaceFlagMask:64,idSortFlagMask:32,localColorTableSizeMask:7};function k(t=256){let n=0,o=new Uint8Array(t);return{get buffer(){return o.buffer},reset(){n=0},bytesView(){return o.subarray(0,n)},bytes(){return o.slice(0,n)},writeByte(e){r(n+1),o[n]=e,n++},writeBytes(e,f=0,i=e.length){r(n+i);for(let c=0;c<i;c++)o[n++]=e[c+f]},writeBytesView(e,f=0,i=e.byteLength){r(n+i),o.set(e.subarray(f,f+i),n),n+=i}};function r(e){var f=o.length;if(f>=e)return;var i=1024*1024;e=Math.max(e,f*(f<i?2:1.125)>>>0),f!=0&&(e=Math.max(e,256));let c=o;o=new Uint8Array(e),n>0&&o.set(c.subarray(0,n),0)}}var z=12,U=5003,P=[0,1,3,7,15,31,63,127,255,511,1023,2047,4095,8191,16383,32767,65535];function V(t,n,o,r,e=k(512),f=new Uint8Array(256),i=new Int32Array(U),c=new Int32Array(U)){let h=i.length,y=Math.max(2,r);f.fill(0),c.fill(0),i.fill(-1);let g=0,s=0,w=y+1,I=w,_=!1,b=I,M=(1<<b)-1,a=1<<w-1,C=a+1,B=a+2,l=0,u=o[0],A=0;for(let d=h;d<65536;d*=2)++A;A=8-A,e.writeByte(y),v(a);let m=o.length;for(let d=1;d<m;d++)t:{let F=o[d],S=(F<<z)+u,x=F<<A^u;if(i[x]===S){u=c[x];break t}let R=x===0?1:h-x;for(;i[x]>=0;)if(x-=R,x<0&&(x+=h),i[x]===S){u=c[x];break t}v(u),u=F,B<1<<z?(c[x]=B++,i[x]=S):(i.fill(-1),B=a+2,_=!0,v(a))}return v(u),v(C),e.writeByte(0),e.bytesView();function v(d){for(g&=P[s],s>0?g|=d<<s:g=d,s+=b;s>=8;)f[l++]=g&255,l>=254&&(e.writeByte(l),e.writeBytesView(f,0,l),l=0),g>>=8,s-=8;if((B>M||_)&&(_?(b=I,M=(1<<b)-1,_=!1):(++b,M=b===z?1<<b:(1<<b)-1)),d==C){for(;s>0;)f[l++]=g&255,l>=254&&(e.writeByte(l),e.writeBytesView(f,0,l),l=0),g>>=8,s-=8;l>0&&(e.writeByte(l),e.writeBytesView(f,0,l),l=0)}}}var q=V;function Q(t={}){let{initialCapacity:n=4096,auto:o=!0}=t,r=k(n),e=5003,f=new Uint8Array(256),i=new Int32Array(e),c=new Int32Array(e),h=!1;return{reset(){r.reset(),h=!1},finish(){r.writeByte(E.trailer)},bytes(){return r.bytes()},bytesView(){return r.bytesView()},get buffer(){return r.buffer},get stream(){return r},writeHeader:y,writeFrame(g,s,w,I={}){let{transparent:_=!1,transparentIndex:b=0,delay:M=0,palette:a=null,repeat:C=0,colorDepth:B=8,dispose:l=-1}=I,u=!1;if(o?h||(u=!0,y(),h=!0):u=!!I.first,s=Math.max(0,Math.floor(s)),w=Math.max(0,Math.floor(w)),u){if(!a)throw new Error("First frame must include a { palette } option");N(r,s,w,a,B),D(r,a),C>=0&&j(r,C)}let A=Math.round(M/10);H(r,l,A,_,b);let m=!!a&&!u;W(r,s,w,m?a:null),m&&D(r,a),Z(r,g,s,w,B,f,i,c)}};function y(){G(r,"GIF89a")}}function H(t,n,o,r,e){t.writeByte(33),t.writeByte(249),t.writeByte(4),e<0&&(e=0,r=!1);var f,i;r?(f=1,i=2):(f=0,i=0),n>=0&&(i=n&7),i<<=2,t.writeByte(0|i|0|f),p(t,o),t.writeByte(e||0),t.writeByte(0)}function N(t,n,o,r,e=8){let c=T(r.length)-1,h=128|e-1<<4|0|c,y=0,g=0;p(t,n),p(t,o),t.writeBytes([h,y,g])}function j(t,n){t.writeByte(33),t.writeByte(255),t.writeByte(11),G(t,"NETSCAPE2.0"),t.writeByte(3),t.writeByte(1),p(t,n),t.writeByte(0)}function D(t,n){let o=1<<T(n.length);for(let r=0;r<o;r++){let e=[0,0,0];r<n.length&&(e=n[r]),t.writeByte(e[0]),t.writeByte(e[1]),t.writeByte(e[2])}}function W(t,n,o,r){if(t.writeByte(44),p(t,0),p(t,0),p(t,n),p(t,o),r){let i=T(r.length)-1;t.writeByte(128|i)}else t.writeByte(0)}function Z(t,n,o,r,e=8,f,i,c){q(o,r,n,e,t,f,i,c)}function p(t,n){t.writeByte(n&255),t.writeByte(n>>8&255)}function G(t,n){for(var o=0;o<n.length;o++)t.writeByte(n.charCodeAt(o))}function T(t){return Math.max(Math.ceil(Math.log2(t)),1)}export{Q as GIFEncoder};
