// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryRefusalsTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.refusals, (id));
    }

    function test_GivenNobodyRefused() public view {
        assertRefusals(agentId, false, false);
    }

    function test_GivenRefusalsAndTheFlagsBesideThem() public {
        // They share a byte of storage with the consents: none may show as another.
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId, r.selfModifying) = (makeActor("child").addr, agentId, true);
        r.haftungsperson = stranger.addr;
        uint256 child = register(creator, r);
        send(stranger, abi.encodeCall(IRegistry.declineAgent, (child)));
        assertRefusals(child, true, false);
        assertConsents(child, false, false, true);
        send(wallet, abi.encodeCall(IRegistry.declineAgent, (child)));
        assertRefusals(child, true, true);
        assertConsents(child, false, false, false);
        send(stranger, abi.encodeCall(IRegistry.confirmAgent, (child)));
        assertRefusals(child, false, true);
        assertConsents(child, false, true, false);
        assertTrue(registry.getAgent(child).selfModifying);
        assertFalse(registry.isWalletReleased(child));
    }

    function test_GivenTheWalletWasReleased() public {
        releaseByWallet(agentId);
        assertRefusals(agentId, false, false);
    }
}
