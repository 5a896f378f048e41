// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryAttesterTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.attester, (id));
    }

    function test_GivenNoAttester() public view {
        assertEq(registry.attester(agentId), address(0));
    }

    function test_GivenAnAttester() public {
        name(stranger.addr);
        assertEq(registry.attester(agentId), stranger.addr);
        assertEq(registry.attester(registerChild(agentId, "child")), address(0), "of this agent alone");
    }

    function test_GivenTheAttesterWasRemoved() public {
        name(stranger.addr);
        name(address(0));
        assertEq(registry.attester(agentId), address(0));
    }

    function test_GivenTheWalletWasReplaced() public {
        name(stranger.addr);
        replaceWallet(agentId, makeActor("new wallet").addr);
        assertEq(registry.attester(agentId), address(0));
    }

    function test_GivenTheAgentWasHandedOver() public {
        name(stranger.addr);
        handOver(agentId, makeActor("successor").addr);
        assertEq(registry.attester(agentId), stranger.addr);
    }

    function test_GivenTheAgentEndedMeanwhile() public {
        name(stranger.addr);
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertEq(registry.attester(agentId), stranger.addr);
    }

    function name(address key) private {
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, key)));
    }
}
