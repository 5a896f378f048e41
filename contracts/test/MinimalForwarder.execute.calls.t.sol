// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {ForwarderTest} from "./base/ForwarderTest.sol";
import {ForwardTarget} from "./base/ForwardTarget.sol";
import {Reentrant} from "./base/Reentrant.sol";

/// The leaves of MinimalForwarder.execute.tree in which the inner call reverts or calls back.
contract MinimalForwarderExecuteCallsTest is ForwarderTest {
    function test_BubblesAStringAndDoesNotSpendTheNonce() external {
        assertBubbles(abi.encodeCall(ForwardTarget.refuseWithString, ()), errorData("Target: no"));
    }

    function test_BubblesACustomError() external {
        bytes memory reason = abi.encodeWithSelector(ForwardTarget.Refused.selector, 42, "custom");
        assertBubbles(abi.encodeCall(ForwardTarget.refuseWithError, ()), reason);
    }

    function test_BubblesAnEmptyReason() external {
        assertBubbles(abi.encodeCall(ForwardTarget.refuseWithNothing, ()), "");
        assertBubbles(abi.encodeCall(ForwardTarget.burnAllGas, ()), "");
    }

    function test_LeavesTheEtherOfARevertedCallWithTheSender() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.value = 3 ether;
        req.data = abi.encodeCall(ForwardTarget.refuseWithString, ());
        assertRefused(req, signRequest(signer, req), "Target: no");
        assertEq(relayer.balance, RELAYER_ETHER);
    }

    function test_LetsTheSameRequestRunLater() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.gas = 500_000;
        bytes memory signature = signRequest(signer, req);
        vm.expectRevert(bytes(INSUFFICIENT_GAS));
        vm.prank(relayer);
        forwarder.execute{gas: 400_000}(req, signature);
        execute(req, signature);
        assertEq(target.calls(), 1);
    }

    function test_RefusesTheSameRequestFromInside() external {
        // A request cannot contain itself, so this target is told beforehand what to bring.
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        Reentrant reentrant = new Reentrant();
        (req.to, req.gas, req.data) = (address(reentrant), 1_000_000, "");
        bytes memory again = abi.encodeCall(IMinimalForwarder.execute, (req, signRequest(signer, req)));
        reentrant.bring(again);
        execute(req, signRequest(signer, req));
        assertEq(reentrant.runs(), 1, "the request ran twice");
        assertFalse(reentrant.succeeded());
        assertEq(reentrant.returned(), errorData(INVALID));
        assertEq(forwarder.getNonce(signer.addr), 1);
    }

    function test_RunsTheNextRequestFromInside() external {
        IMinimalForwarder.ForwardRequest memory next = validRequest();
        next.nonce = 1;
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.gas = 1_500_000;
        bytes memory bringNext = abi.encodeCall(IMinimalForwarder.execute, (next, signRequest(signer, next)));
        req.data = abi.encodeCall(ForwardTarget.callBack, (bringNext, false));
        execute(req, signRequest(signer, req));
        assertTrue(target.reentrySucceeded());
        assertEq(target.calls(), 2);
        assertEq(forwarder.getNonce(signer.addr), 2);
    }

    function test_SpendsNoNonceWhenTheOuterCallRevertsAfterTheNextRan() external {
        IMinimalForwarder.ForwardRequest memory next = validRequest();
        next.nonce = 1;
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.gas = 1_500_000;
        bytes memory bringNext = abi.encodeCall(IMinimalForwarder.execute, (next, signRequest(signer, next)));
        req.data = abi.encodeCall(ForwardTarget.callBack, (bringNext, true));
        assertRefused(req, signRequest(signer, req), "Target: no");
    }

    function assertBubbles(bytes memory data, bytes memory reason) private {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.data = data;
        assertReverts(req, signRequest(signer, req), reason);
    }
}
